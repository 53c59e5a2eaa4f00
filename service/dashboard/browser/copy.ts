export function addCopyButtons(within: HTMLElement): void {
  const document = within.ownerDocument;
  for (const part of within.querySelectorAll<HTMLElement>('.copyable')) {
    const text = part.firstElementChild;
    const { copy = '', copied = '', value = text?.textContent ?? '' } = part.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = copy;
    const status = document.createElement('span');
    status.className = 'unseen';
    status.ariaLive = 'polite';
    part.append(button, status);
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(value);
        button.textContent = copied;
        status.textContent = copied;
      } catch {
        // Where the browser does not let us, the text is marked for whoever copies it by hand.
        if (text instanceof HTMLInputElement) text.select();
        else if (text !== null) getSelection()?.selectAllChildren(text);
      }
    });
    button.addEventListener('blur', () => {
      button.textContent = copy;
      status.textContent = '';
    });
  }
}
