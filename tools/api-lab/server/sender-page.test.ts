import { expect, test } from 'vitest';
import { answerSender } from './sender-page.ts';

const ask = async (path: string, method = 'GET') => answerSender(new Request(`https://site.example${path}`, { method }), {} as never);

test('the sender has an origin of its own, runs its one script, and only this site may frame it', async () => {
  const answer = await ask('/api-lab/sender');
  const policy = (answer?.headers.get('content-security-policy') ?? '').split('; ');
  expect(policy[0]).toBe('sandbox allow-scripts');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('connect-src http: https:');
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy.join(' ')).not.toMatch(/unsafe|allow-same-origin|strict-dynamic/);
  const nonce = /'nonce-([^']+)'/.exec(policy.join(' '))?.[1];
  expect((await answer?.text())?.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
});

test('other addresses are not its own, and it is only read', async () => {
  expect(await ask('/api-lab')).toBeUndefined();
  expect(await ask('/api-lab/sender/x')).toBeUndefined();
  expect((await ask('/api-lab/sender', 'POST'))?.status).toBe(405);
});
