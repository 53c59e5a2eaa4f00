import type { ProfileDevice } from '../../sdk/card-flow/profile-device.ts';

/**
 * In a document that the service makes for one session: never laid out, so that nothing in it takes
 * the focus from the card fields. It goes on after it was loaded, until the next session.
 */
export function createDeviceRun(
  view: Window,
  { stageUrl, publicKey }: { stageUrl: string; publicKey: string },
): ProfileDevice {
  let iframe: HTMLIFrameElement | null = null;
  return (sessionId) =>
    new Promise((resolve) => {
      iframe?.remove();
      iframe = view.document.createElement('iframe');
      iframe.hidden = true;
      iframe.style.display = 'none';
      iframe.setAttribute('sandbox', 'allow-scripts');
      iframe.referrerPolicy = 'strict-origin';
      iframe.addEventListener('load', resolve);
      iframe.src = `${stageUrl}/device?${new URLSearchParams({ key: publicKey, session: sessionId })}`;
      view.document.body.append(iframe);
    });
}
