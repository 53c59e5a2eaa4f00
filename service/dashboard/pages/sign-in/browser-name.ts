import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

/**
 * The first that fits: nearly every browser says that it is Chrome or Safari as well. Written by
 * hand, since a list of all browsers is long and what helps is to tell one's own sessions apart.
 */
const BROWSERS: readonly { name: string; pattern: RegExp }[] = [
  { name: 'Edge', pattern: /\bEdg(?:e|A|iOS)?\// },
  { name: 'Opera', pattern: /\bOP(?:R|T|X)\// },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\// },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\// },
  { name: 'DuckDuckGo', pattern: /\b(?:DuckDuckGo|Ddg)\// },
  // Not `HeadlessChrome/`, which is no person's browser.
  { name: 'Chrome', pattern: /\b(?:Chrome|CriOS)\// },
  { name: 'Safari', pattern: /\((?:Macintosh|iPhone|iPad|iPod)\b.*\bVersion\/.*\bSafari\// },
];

/** Android says that it is Linux, too. An iPad that asks for pages of a desktop says that it is a Mac. */
const SYSTEMS: readonly { name: string; pattern: RegExp }[] = [
  { name: 'iPhone', pattern: /\(iPhone\b/ },
  { name: 'iPad', pattern: /\(iPad\b/ },
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'Windows', pattern: /\bWindows NT\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'Mac', pattern: /\bMacintosh\b/ },
  { name: 'Linux', pattern: /\bLinux\b/ },
];

const WORDS = words({
  unknown: ['Navegador desconhecido', 'Unknown browser'],
  on: [
    (browser: string, system: string) => `${browser} no ${system}`,
    (browser: string, system: string) => `${browser} on ${system}`,
  ],
});

/** Anybody can send any `User-Agent`: it proves nothing. */
export function browserName(userAgent: string, language: Language): string {
  const text = WORDS[language];
  const browser = BROWSERS.find(({ pattern }) => pattern.test(userAgent));
  if (browser === undefined) return text.unknown;
  const system = SYSTEMS.find(({ pattern }) => pattern.test(userAgent));
  return system === undefined ? browser.name : text.on(browser.name, system.name);
}
