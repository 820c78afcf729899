import { createHmac, randomUUID } from 'node:crypto';
import type { ProviderSettings } from '../provider-settings.ts';

/**
 * Hands a code to whoever sends it on, in the hosted service's shape: `{ user: { phone }, sms: { otp } }`, signed by the Standard Webhooks
 * scheme. Whether it was taken (2xx).
 */
export async function handCode(
  { smsHook, ask, clock }: Pick<ProviderSettings, 'smsHook' | 'ask' | 'clock'>,
  { phone, digits }: { readonly phone: string; readonly digits: string },
): Promise<boolean> {
  if (smsHook === undefined) return false;
  const id = `msg_${randomUUID()}`;
  const at = String(Math.floor(clock.nowMs() / 1000));
  const body = JSON.stringify({ user: { phone }, sms: { otp: digits } });
  const signature = createHmac('sha256', smsHook.secret).update(`${id}.${at}.${body}`).digest('base64');
  const answer = await ask({
    url: smsHook.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` },
    body,
    maxBodyBytes: 16_384,
    timeoutMs: 5_000,
  });
  return answer.ok && answer.value.status >= 200 && answer.value.status < 300;
}
