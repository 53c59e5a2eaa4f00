import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from './escape-html.ts';

const LANGUAGES = {
  bash,
  csharp,
  go,
  java,
  javascript,
  json,
  perl,
  php,
  python,
  typescript,
  html: xml,
};
for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, language);
}

const BY_ENDING: { readonly [ending: string]: keyof typeof LANGUAGES } = {
  html: 'html',
  go: 'go',
  java: 'java',
  js: 'javascript',
  jsx: 'javascript',
  json: 'json',
  mjs: 'javascript',
  php: 'php',
  pl: 'perl',
  py: 'python',
  sh: 'bash',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'html',
};

export function languageOf(file: string): string {
  return BY_ENDING[file.slice(file.lastIndexOf('.') + 1)] ?? 'text';
}

/** Code as HTML coloured by classes alone: the policy would refuse a style in an attribute. */
export function highlight(code: string, language: string): string {
  if (!highlighter.getLanguage(language)) return escapeHtml(code);
  return highlighter.highlight(code, { language }).value;
}
