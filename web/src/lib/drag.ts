/** Dragging a card or tile with mouse, finger or pen: an action for the element that is dragged. */

export interface Dragging {
  enabled: boolean
  /** The drag has begun. */
  lift: () => void
  /** Let go over the target of that name, or over none. Says whether the card stays where it is until the server answers. */
  release: (target: string | undefined) => boolean
}

const SLACK = 6

export function drag(element: HTMLElement, options: Dragging): { update: (next: Dragging) => void } {
  let now = options
  let from: { x: number; y: number; id: number } | undefined
  let lifted = false

  function down(event: PointerEvent): void {
    if (!now.enabled || event.button !== 0 || !event.isPrimary) return
    settle()
    from = { x: event.clientX, y: event.clientY, id: event.pointerId }
    element.setPointerCapture(event.pointerId) // a quick hand is elsewhere before it has moved far enough
  }

  function move(event: PointerEvent): void {
    if (from === undefined || event.pointerId !== from.id) return
    const x = event.clientX - from.x
    const y = event.clientY - from.y
    if (!lifted) {
      if (Math.hypot(x, y) < SLACK) return
      lifted = true
      element.dataset.dragged = ''
      element.style.willChange = 'transform' // a layer of its own: nothing is painted while it is carried about
      now.lift()
    }
    element.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-6, Math.min(6, x / 40))}deg)`
  }

  function up(event: PointerEvent): void {
    if (from === undefined || event.pointerId !== from.id) return
    from = undefined
    if (!lifted) return
    lifted = false
    // the click that follows a drag is not one
    element.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0)
    const stays = event.type === 'pointerup' && now.release(under(element, event.clientX, event.clientY))
    if (!stays) settle()
  }

  function settle(): void {
    if (element.dataset.dragged === undefined) return
    delete element.dataset.dragged
    element.style.willChange = ''
    const there = element.style.transform
    element.style.transform = ''
    if (there !== '') element.animate([{ transform: there }, { transform: 'none' }], { duration: 180, easing: 'ease-out' })
  }

  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  element.addEventListener('settle', settle)
  return { update: (next) => (now = next) }
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

/** The name of the target at a point, of the table that the dragged piece belongs to: the innermost, never the piece. */
function under(dragged: HTMLElement, x: number, y: number): string | undefined {
  const table = dragged.closest('[data-table]') ?? document
  return [...table.querySelectorAll<HTMLElement>('[data-target]')].findLast((target) => {
    const box = target.getBoundingClientRect()
    return target !== dragged && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  })?.dataset.target
}
