/** Time as a clock shows it. */

/** `0:07`, `12:30`, `1:05:00`; more than two days are counted in days. */
export function clockFace(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole >= 2 * 86_400) return `${Math.floor(whole / 86_400)} d`
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
