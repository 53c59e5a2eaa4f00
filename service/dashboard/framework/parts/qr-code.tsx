import type { FC } from 'hono/jsx';
import encodeQr from 'qr';

/** A text as a QR code that a phone reads from a dark page as well: dark squares on white. */
export const QrCode: FC<{ text: string; label: string }> = ({ text, label }) => {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shape-rendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={rows.map(drawRow).join('')} fill="#000" />
    </svg>
  );
};

function drawRow(row: readonly boolean[], y: number): string {
  return row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('');
}
