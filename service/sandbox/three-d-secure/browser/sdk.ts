import { createAuthenticate } from './authenticate.ts';

// The bank is where this script came from; only now does the document say so.
const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('SandboxThreeDS is a classic script');

Object.assign(window, {
  SandboxThreeDS: Object.freeze({ authenticate: createAuthenticate(new URL(script.src).origin) }),
});
