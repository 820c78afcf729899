import type { Tool } from '../../../server/tools/tool.ts';
import { crackCommand } from './crack-command.ts';
import { contentOf, decryptCommand } from './decrypt-command.ts';
import { forgeCommand, tokensOf } from './forge-command.ts';
import { verifyCommand } from './verify-command.ts';

/** Tokens are verified, checked, forged, cracked and decrypted on the command line; the page does so in the visitor's browser. */
export const jwtLabTool: Tool = {
  id: 'jwt-lab',
  schemaVersion: 3,
  usage: [
    'jwt-lab verify TOKEN --key FILE [--base64url] [--detached FILE] [--any-serialization]',
    'jwt-lab lint TOKEN',
    'jwt-lab forge TOKEN [--attack none|confusion|kid|jwk|jku] [--key FILE] [--claims FILE] [--url ADDRESS] [--tokens]',
    'jwt-lab crack TOKEN [--words FILE] [--variations]',
    'jwt-lab decrypt TOKEN --key FILE [--base64url] [--any-serialization] [--content]',
  ],
  flags: {
    key: { type: 'string' },
    base64url: { type: 'boolean' },
    detached: { type: 'string' },
    'any-serialization': { type: 'boolean' },
    attack: { type: 'string' },
    claims: { type: 'string' },
    url: { type: 'string' },
    words: { type: 'string' },
    variations: { type: 'boolean' },
  },
  outputs: { tokens: tokensOf, content: contentOf },
  command: (call) => {
    const [verb, token, ...more] = call.words;
    if (token === undefined || more.length > 0) return undefined;
    switch (verb) {
      case 'verify':
      case 'lint':
        return verifyCommand(verb, token, call);
      case 'forge':
        return forgeCommand(token, call);
      case 'crack':
        return crackCommand(token, call);
      case 'decrypt':
        return decryptCommand(token, call);
      default:
        return undefined;
    }
  },
};
