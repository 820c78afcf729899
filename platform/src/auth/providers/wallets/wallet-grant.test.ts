import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimsOf } from '../../test-auth-service.ts';
import { startTestWays } from '../test-ways.ts';

const { auth, owner, makeClient, stop } = await startTestWays({ linking: true, wallets: ['ethereum', 'solana'] }, { signUp: 'open' });

afterAll(stop);

beforeEach(() => auth.forgetLimits());

function makeEthereumWallet() {
  const key = secp256k1.utils.randomSecretKey();
  const hash = keccak_256(secp256k1.getPublicKey(key, false).slice(1));
  const address = `0x${Buffer.from(hash.slice(-20)).toString('hex')}`;
  const sign = (text: string) => {
    const body = Buffer.from(text);
    const digest = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${body.length}`), body]));
    const [parity = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rest, parity + 27]).toString('hex')}`;
  };
  /** As far as the client asks one (EIP-1193). */
  const wallet = {
    request: async ({ method, params }: { readonly method: string; readonly params?: readonly string[] }) => {
      if (method === 'eth_requestAccounts') return [address];
      if (method === 'eth_chainId') return '0x1';
      return sign(Buffer.from((params?.[0] ?? '').slice(2), 'hex').toString());
    },
  };
  return { address, sign, wallet };
}

function makeSolanaWallet() {
  const key = ed25519.utils.randomSecretKey();
  const publicKey = base58.encode(ed25519.getPublicKey(key));
  return {
    publicKey: { toBase58: () => publicKey },
    signMessage: async (bytes: Uint8Array) => ed25519.sign(bytes, key),
  };
}

const url = 'http://castellan.test/login';
const issuedNow = () => new Date(auth.time.nowMs).toISOString();

test('the unmodified client signs in by wallets of both chains, again to the same account', async () => {
  const { wallet, address } = makeEthereumWallet();
  const byEthereum = () =>
    makeClient().auth.signInWithWeb3({ chain: 'ethereum', wallet: wallet as never, statement: 'Enter.', options: { url } });
  const first = await byEthereum();
  expect(first.error).toBeNull();
  expect(first.data.user).toMatchObject({ email: '', is_anonymous: false, app_metadata: { provider: 'web3' } });
  expect(first.data.user?.identities).toMatchObject([{ provider: 'web3', id: `web3:ethereum:${address}` }]);
  expect(claimsOf(first.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'web3' }] });
  const again = await byEthereum();
  expect(again.data.user?.id).toBe(first.data.user?.id);

  const solana = makeSolanaWallet();
  const bySolana = await makeClient().auth.signInWithWeb3({
    chain: 'solana',
    wallet: solana as never,
    statement: 'Enter.',
    options: { url },
  });
  expect(bySolana.error).toBeNull();
  expect(bySolana.data.user?.identities).toMatchObject([{ id: `web3:solana:${solana.publicKey.toBase58()}` }]);
});

function messageOf(address: string, nonce: string, domain = 'castellan.test'): string {
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    '',
    `URI: http://${domain}/login`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${issuedNow()}`,
  ].join('\n');
}

const grant = (message: string, signature: string, chain = 'ethereum') =>
  auth.send('POST', '/token?grant_type=web3', { chain, message, signature });

test('a message, and the nonce in it, are taken once', async () => {
  const { address, sign } = makeEthereumWallet();
  const nonce = randomBytes(8).toString('hex');
  const message = messageOf(address, nonce);
  expect((await grant(message, sign(message))).status).toBe(200);
  expect((await grant(message, sign(message))).status).toBe(400);
  auth.time.nowMs += 1000;
  const later = messageOf(address, nonce);
  expect((await grant(later, sign(later))).status).toBe(400);
});

test('where as many proofs are kept as there may be, a further one is refused until some have run out', async () => {
  const { address, sign } = makeEthereumWallet();
  const until = new Date(auth.time.nowMs + 1000);
  await auth.admin.query(
    'insert into auth.spent_proofs (proof_hash, expires_at) select sha256(n::text::bytea), $1 from generate_series(1, 50000) n',
    [until],
  );
  const message = messageOf(address, randomBytes(8).toString('hex'));
  expect((await grant(message, sign(message))).status).toBe(400);
  auth.time.nowMs += 1000;
  expect((await grant(message, sign(message))).status).toBe(200);
});

test('no other signature, text, chain or site is taken', async () => {
  const { address, sign } = makeEthereumWallet();
  const message = messageOf(address, randomBytes(8).toString('hex'));
  const signature = sign(message);
  const flipped = (at: number) => {
    const bytes = Buffer.from(signature.slice(2), 'hex');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return `0x${bytes.toString('hex')}`;
  };
  const upper = address.replace(/[a-f]/g, (letter) => letter.toUpperCase());
  for (const [text, signed, chain] of [
    [message, makeEthereumWallet().sign(message)],
    [message, flipped(0)],
    [message, flipped(63)],
    [message, flipped(64)],
    [message, `${signature}00`],
    [message, ''],
    [`${message}\n`, signature],
    [message.replace('Chain ID: 1', 'Chain ID: 2'), signature],
    [message.replace(address, upper), sign(message.replace(address, upper))],
    [message, signature, 'solana'],
    [messageOf(address, '12345678', 'elsewhere.test'), sign(messageOf(address, '12345678', 'elsewhere.test'))],
  ] as const) {
    expect((await grant(text, signed, chain)).status, text).toBe(400);
  }
  expect((await grant(message, highS(signature))).status).toBe(400);
  expect((await grant(message, signature)).status).toBe(200);
});

/** The other signature that anybody can make of one. */
function highS(signature: string): string {
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const order = secp256k1.Point.Fn.ORDER;
  const s = order - BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`);
  const parity = (bytes[64] ?? 27) === 27 ? 28 : 27;
  return `0x${bytes.subarray(0, 32).toString('hex')}${s.toString(16).padStart(64, '0')}${parity.toString(16)}`;
}

test('no wallet opens the owner’s account, whoever writes it into a row', async () => {
  const { address, sign } = makeEthereumWallet();
  const first = messageOf(address, randomBytes(8).toString('hex'));
  expect((await grant(first, sign(first))).status).toBe(200);
  await auth.admin.query(`update auth.identities set user_id = $1 where provider = 'web3' and provider_id = $2`, [
    owner.userId,
    `web3:ethereum:${address}`,
  ]);
  const second = messageOf(address, randomBytes(8).toString('hex'));
  expect(await grant(second, sign(second))).toMatchObject({ status: 422, body: { code: 'identity_not_found' } });
});

test('an account of a wallet gets an authenticator, whose codes are counted for it alone', async () => {
  const enter = async () => {
    const { address, sign } = makeEthereumWallet();
    const message = messageOf(address, randomBytes(8).toString('hex'));
    const token = (await grant(message, sign(message))).body.access_token;
    const enrolled = await auth.send('POST', '/factors', { factor_type: 'totp' }, { token });
    return { token, id: enrolled.body.id, secret: enrolled.body.totp.secret };
  };
  const [one, other] = [await enter(), await enter()];
  for (let count = 0; count < 6; count += 1) await auth.giveCode(one.token, one.id, '000000', { address: '198.51.100.1' });
  expect((await auth.giveCode(one.token, one.id, await auth.codeAt(one.secret))).status).toBe(429);
  expect((await auth.giveCode(other.token, other.id, await auth.codeAt(other.secret))).status).toBe(200);
});
