import { readFileSync, readdirSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const PACKAGE = new URL('../src/hoodwink/', import.meta.url)
const OWN = new URL('./src/', import.meta.url)

/** All sentences of a language as one module, `virtual:words/en`: the catalogues of the server's package and our own. */
function words(): Plugin {
  const prefix = 'virtual:words/'
  return {
    name: 'hoodwink-words',
    resolveId: (id) => (id.startsWith(prefix) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + prefix)) return
      const lang = id.slice(prefix.length + 1)
      const folders = [PACKAGE, OWN].flatMap((root) => [
        new URL('words/', root),
        ...readdirSync(new URL('games/', root), { withFileTypes: true })
          .filter((entry) => entry.isDirectory() && entry.name !== '__pycache__')
          .map((entry) => new URL(`games/${entry.name}/words/`, root)),
      ])
      const merged: Record<string, string> = {}
      for (const folder of folders) {
        const file = new URL(`${lang}.json`, folder)
        this.addWatchFile(file.pathname)
        Object.assign(merged, JSON.parse(readFileSync(file, 'utf-8')))
      }
      return `export default ${JSON.stringify(merged)}`
    },
  }
}

export default defineConfig({
  plugins: [svelte(), words()],
  build: {
    outDir: '../src/hoodwink/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy has no room for data: addresses
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0])
