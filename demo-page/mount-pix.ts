import { followAppearance } from './appearance.ts';
import type { PixPayin } from './checkout-sdk.ts';
import type { PageOptions } from './page-options.ts';
import type { Sdk } from './sdk-client.ts';

/**
 * Mounts the PIX element in the shop's colours; resolves with what takes it away again. `onEnd`:
 * the payin waits no more, as far as the element knows; what became of it, the shop says.
 */
export async function mountPix(
  sdk: () => Promise<Sdk>,
  node: Element,
  options: { payin: PixPayin; theme: PageOptions['theme']; onEnd(): void },
): Promise<() => void> {
  const { payin, theme, onEnd } = options;
  const { client } = await sdk();
  const look = followAppearance(theme);
  const element = await client.mountPixElement(node, {
    payin,
    appearance: look.appearance(),
    onPaid: onEnd,
    onExpired: onEnd,
    onError: onEnd,
  });
  const unfollow = look.onChange((appearance) => {
    Promise.resolve(element.update({ appearance })).catch(() => {});
  });
  return () => {
    unfollow();
    element.destroy();
  };
}
