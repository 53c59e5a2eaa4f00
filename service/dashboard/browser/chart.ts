/** Shows a drawing's numbers by pointer and arrow keys; a screen reader hears a slider's value. */
export function watchCharts(within: HTMLElement): void {
  for (const chart of within.querySelectorAll<HTMLElement>('.chart')) {
    const drawing = chart.querySelector<SVGSVGElement>('.drawing');
    const rows = [...chart.querySelectorAll('tbody tr')];
    if (drawing !== null && rows.length > 0) watchChart(drawing, rows);
  }
}

function watchChart(drawing: SVGSVGElement, rows: readonly Element[]): void {
  const last = rows.length - 1;
  const box = drawing.ownerDocument.createElement('p');
  box.className = 'readout';
  box.hidden = true;
  box.setAttribute('aria-hidden', 'true');
  drawing.after(box);
  // The browser's own hints come late, and would lie over ours.
  for (const hint of drawing.querySelectorAll('title')) hint.remove();
  let shown = last;

  function show(place: number): void {
    shown = Math.min(Math.max(place, 0), last);
    const lines = [...(rows[shown]?.children ?? [])].map((cell, column) => {
      const name = column === 0 ? '' : `${cell.getAttribute('data-name')}: `;
      return `${name}${cell.textContent}`;
    });
    box.textContent = lines.join('\n');
    box.hidden = false;
    // Beside what is looked at, not over it.
    box.classList.toggle('left', shown > last / 2);
    drawing.setAttribute('aria-valuenow', String(shown + 1));
    drawing.setAttribute('aria-valuetext', lines.join(', '));
  }

  function hide(): void {
    box.hidden = true;
  }

  drawing.setAttribute('role', 'slider');
  drawing.setAttribute('aria-valuemin', '1');
  drawing.setAttribute('aria-valuemax', String(rows.length));
  drawing.setAttribute('tabindex', '0');
  show(last);
  hide();

  drawing.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = drawing.getBoundingClientRect();
    show(Math.floor(((clientX - left) / width) * rows.length));
  });
  drawing.addEventListener('pointerleave', hide);
  drawing.addEventListener('focus', () => show(shown));
  drawing.addEventListener('blur', hide);
  drawing.addEventListener('keydown', (event) => {
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: shown - 1,
      ArrowDown: shown - 1,
      ArrowRight: shown + 1,
      ArrowUp: shown + 1,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (event.key === 'Escape') hide();
    if (place === undefined) return;
    event.preventDefault();
    show(place);
  });
}
