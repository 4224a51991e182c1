/** Games whose chances the page can draw again from the opened keys, without the server. */
import type { Stream } from '../lib/fair'
import type { RecordFile } from '../wire'
import { redraw as dudo } from './dudo/redraw'

/** Whether every chance of a record follows from its streams, and how many were compared. */
export type Redraw = (
  record: RecordFile,
  streamOf: (round: number) => Promise<Stream | undefined>,
) => Promise<{ holds: boolean; count: number }>

export const REDRAWS: Record<string, Redraw> = { dudo }
