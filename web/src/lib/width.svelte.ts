/** Whether there is room for the panel beside the table. */
import { MediaQuery } from 'svelte/reactivity'

const query = new MediaQuery('(min-width: 64rem)')

export function wide(): boolean {
  return query.current
}
