/**
 * A code as a QR picture (SVG), always dark on white with the quiet zone that readers need: some
 * cameras do not read the reverse, as a dark page would have it.
 */
export async function drawQr(code: string): Promise<string> {
  // Large, and needed by one method alone: loaded at the first code.
  const { toSVG } = await import('bwip-js/node');
  return toSVG({
    bcid: 'qrcode',
    text: code,
    padding: 8,
    backgroundcolor: 'FFFFFF',
  });
}
