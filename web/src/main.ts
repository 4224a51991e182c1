import { mount } from 'svelte'
import App from './App.svelte'
import { prefs } from './lib/prefs.svelte'
import { speak } from './lib/words.svelte'
import './style/tokens.css'
import './style/base.css'
import './style/parts.css'

await speak(prefs.lang)
mount(App, { target: document.getElementById('app')! })
