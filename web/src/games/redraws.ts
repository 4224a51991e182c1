/** The games whose chances the page can draw again: all of them. */
import { redraw as dudab } from './dudab/redraw'
import { redraw as dudo } from './dudo/redraw'
import type { Redraw } from './draws'
import { redraw as rumbugz } from './rumbugz/redraw'

export const REDRAWS: Record<string, Redraw> = { dudo, dudab, rumbugz }
