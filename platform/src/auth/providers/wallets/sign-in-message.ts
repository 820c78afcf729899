import type { Chain } from '../provider-settings.ts';

/** A message by which the holder of a wallet signs in: EIP-4361, and the form of it that Solana's wallets have. */
export type SignInMessage = {
  readonly chain: Chain;
  /** `https` or `http` where the message names it before the domain. */
  readonly scheme: string | undefined;
  /** Host, with its port where it has one. */
  readonly domain: string;
  readonly address: string;
  readonly statement: string | undefined;
  /** In the order in which they stand; each once. */
  readonly fields: readonly (readonly [FieldName, string])[];
  readonly resources: readonly string[] | undefined;
};

const fieldNames = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time', 'Not Before', 'Request ID'] as const;

export type FieldName = (typeof fieldNames)[number];

const names: Readonly<Record<Chain, string>> = { ethereum: 'Ethereum', solana: 'Solana' };

/** Longer messages are none: wallets show them whole. */
const longestText = 4000;
const mostResources = 20;

/**
 * Reads a message. There is one way to write what it says: only a text that `writeSignInMessage` makes of the answer is one, so that no
 * two readers of it see different things. `undefined`: it is none.
 */
export function readSignInMessage(chain: Chain, text: string): SignInMessage | undefined {
  if (text.length > longestText) return undefined;
  const [head = '', address = '', empty, ...rest] = text.split('\n');
  const named = /^(?:(https?):\/\/)?([A-Za-z0-9.:[\]-]{1,255}) wants you to sign in with your (Ethereum|Solana) account:$/.exec(head);
  if (named === null || empty !== '') return undefined;
  const [, scheme, domain = ''] = named;
  const begins = firstField(rest);
  const before = rest.slice(0, begins);
  const statement = before[0] === '' ? undefined : before[0];
  const lines = rest.slice(begins);
  const resourcesAt = lines.indexOf('Resources:');
  const fields = (resourcesAt === -1 ? lines : lines.slice(0, resourcesAt)).map(readField);
  const resources = resourcesAt === -1 ? undefined : lines.slice(resourcesAt + 1).map((line) => line.slice(2));
  if (!fields.every((field) => field !== undefined) || new Set(fields.map(([name]) => name)).size < fields.length) return undefined;
  const message: SignInMessage = { chain, scheme, domain, address, statement, fields, resources };
  return isWellFormed(message) && writeSignInMessage(message) === text ? message : undefined;
}

/** The message as wallets show and sign it. */
export function writeSignInMessage({ chain, scheme, domain, address, statement, fields, resources }: SignInMessage): string {
  const origin = scheme === undefined ? domain : `${scheme}://${domain}`;
  // Where there is no statement Ethereum's form keeps its empty line, and Solana's does not.
  const said = statement === undefined ? (chain === 'ethereum' ? ['', ''] : ['']) : ['', statement, ''];
  return [
    `${origin} wants you to sign in with your ${names[chain]} account:`,
    address,
    ...said,
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
}

/** The value of a field, if it stands there. */
export function fieldOf({ fields }: SignInMessage, name: FieldName): string | undefined {
  return fields.find(([each]) => each === name)?.[1];
}

/** A statement may look like a field, so the lines before the fields are told by their number: none, one empty, or one and an empty one. */
function firstField(rest: readonly string[]): number {
  if (rest[0] === '') return 1;
  return rest[1] === '' ? 2 : 0;
}

function readField(line: string): readonly [FieldName, string] | undefined {
  const at = line.indexOf(': ');
  const name = fieldNames.find((each) => each === line.slice(0, at));
  return name === undefined ? undefined : [name, line.slice(at + 2)];
}

const shapes: Readonly<Record<FieldName, RegExp>> = {
  URI: /^https?:\/\/[\x21-\x7e]{1,1000}$/,
  Version: /^1$/,
  'Chain ID': /^[\w:-]{1,60}$/,
  Nonce: /^[A-Za-z0-9]{8,100}$/,
  'Issued At': /^\S{1,40}$/,
  'Expiration Time': /^\S{1,40}$/,
  'Not Before': /^\S{1,40}$/,
  'Request ID': /^[\x21-\x7e]{0,200}$/,
};

const wanted: Readonly<Record<Chain, readonly FieldName[]>> = {
  ethereum: ['URI', 'Version', 'Chain ID', 'Issued At'],
  solana: ['URI', 'Version', 'Issued At'],
};

function isWellFormed(message: SignInMessage): boolean {
  const { chain, statement, fields, resources } = message;
  const present = new Set(fields.map(([name]) => name));
  return (
    wanted[chain].every((name) => present.has(name)) &&
    fields.every(([name, value]) => shapes[name].test(value)) &&
    (statement === undefined || /^[\x20-\x7e]{1,1000}$/.test(statement)) &&
    (resources ?? []).length <= mostResources &&
    (resources ?? []).every((resource) => /^[\x21-\x7e]{1,1000}$/.test(resource))
  );
}
