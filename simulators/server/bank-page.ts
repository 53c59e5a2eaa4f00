import type { PartyAnswer } from './exchange.ts';

export function bankPage(status: number, content: string): PartyAnswer {
  // A browser would ask for an icon that no bank of ours has.
  const head = '<title>Bank</title><link rel="icon" href="data:,">';
  const body = `<!doctype html><html lang="en">${head}<h1>Bank</h1>${content}</html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function answerForm(action: string, { name, value }: { name: string; value: string }) {
  const text = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const buttons =
    '<button name="answer" value="confirm">Confirm</button>' +
    '<button name="answer" value="refuse">Refuse</button>';
  const field = `<input type="hidden" name="${name}" value="${text}">`;
  return `<form method="post" action="${action}">${field}${buttons}</form>`;
}
