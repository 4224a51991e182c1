/** Short sounds of our own, made as they are needed; silent unless the visitor wants sound. */
import { prefs } from './prefs.svelte'

export type Sound = 'turn' | 'move' | 'refused' | 'said' | 'end'

interface Note {
  hertz: number
  /** Seconds after the beginning, and how long it rings. */
  at: number
  rings: number
  loud: number
}

const SOUNDS: Record<Sound, { shape: OscillatorType; notes: Note[] }> = {
  turn: {
    shape: 'sine',
    notes: [
      { hertz: 587, at: 0, rings: 0.18, loud: 0.12 },
      { hertz: 880, at: 0.11, rings: 0.32, loud: 0.1 },
    ],
  },
  move: { shape: 'triangle', notes: [{ hertz: 196, at: 0, rings: 0.07, loud: 0.14 }] },
  refused: {
    shape: 'triangle',
    notes: [
      { hertz: 165, at: 0, rings: 0.1, loud: 0.12 },
      { hertz: 139, at: 0.1, rings: 0.16, loud: 0.12 },
    ],
  },
  said: { shape: 'sine', notes: [{ hertz: 740, at: 0, rings: 0.09, loud: 0.06 }] },
  end: {
    shape: 'sine',
    notes: [
      { hertz: 523, at: 0, rings: 0.3, loud: 0.1 },
      { hertz: 659, at: 0.14, rings: 0.3, loud: 0.1 },
      { hertz: 784, at: 0.28, rings: 0.6, loud: 0.1 },
    ],
  },
}

let speaker: AudioContext | undefined

/** Let a sound be heard, where sound is wanted. */
export function sound(name: Sound): void {
  if (!prefs.sound) return
  speaker ??= new AudioContext()
  if (speaker.state === 'suspended') void speaker.resume()
  for (const { hertz, at, rings, loud } of SOUNDS[name].notes) {
    const tone = speaker.createOscillator()
    const volume = speaker.createGain()
    const start = speaker.currentTime + at
    tone.type = SOUNDS[name].shape
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(loud, start + 0.008)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + rings)
    tone.connect(volume).connect(speaker.destination)
    tone.start(start)
    tone.stop(start + rings + 0.02)
  }
}
