/** Where we are: the path of the page, and going elsewhere without loading it anew. */

let path = $state(location.pathname)
let query = $state.raw(new URLSearchParams(location.search))

function look(): void {
  path = location.pathname
  query = new URLSearchParams(location.search)
}

addEventListener('popstate', look)

export function here(): string {
  return path
}

export function asked(): URLSearchParams {
  return query
}

/** Go to a page of ours. */
export function go(to: string, how: { replace?: boolean } = {}): void {
  history[how.replace ? 'replaceState' : 'pushState'](null, '', to)
  look()
  if (!how.replace) scrollTo(0, 0)
}

/** For links: an ordinary click stays in the page, any other does what the browser does. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.currentTarget as HTMLAnchorElement
  if (link.origin !== location.origin) return
  event.preventDefault()
  go(link.pathname + link.search)
}
