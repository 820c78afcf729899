import type { Page } from '@playwright/test';

/** An authenticator that is plugged in. */
export type VirtualAuthenticator = {
  /** Whether its holder shows that they are its holder, as by a finger. */
  readonly setVerified: (isUserVerified: boolean) => Promise<void>;
  readonly countPasskeys: () => Promise<number>;
  readonly unplug: () => Promise<void>;
};

/** Plugs an authenticator into the browser that verifies its holder, and knows the PRF extension or not. */
export async function plugIn(page: Page, hasPrf: boolean): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  });
  return {
    setVerified: async (isUserVerified) => void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    countPasskeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    unplug: async () => void (await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  };
}
