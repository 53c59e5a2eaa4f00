import type { Page } from '@playwright/test';

/**
 * A device of Chromium's own, whose person is always there, and is who they are. `offers`: it also
 * chooses what a field offers, before anybody has pressed a button.
 */
export async function plugInDevice(page: Page, { offers = false } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  if (offers) return;
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
