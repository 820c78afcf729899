import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Log } from '@castellan/platform/core/log';
import type { AuthEvents } from '@castellan/platform/core/platform-context';
import type { OpenSharedWindow } from '@castellan/platform/core/shared-windows';
import type { KeyRing } from '@castellan/platform/core/tokens';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import type { CountryOf } from '../adapters/country-of-address.ts';
import type { Egress } from '../adapters/egress.ts';
import type { Backups } from '../backups/schedule/open-backups.ts';
import type { Content } from '../content.ts';
import type { Finding } from '../doctor/finding.ts';
import type { RunTool } from '../foreign/foreign-ports.ts';
import type { ForeignReads } from '../foreign/reader.ts';
import type { Guesses } from '../functions/guesses.ts';
import type { DirectAnswer } from '../http/direct-answer.ts';
import type { Answer } from '../http/listener.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Owners } from '../owner/owners.ts';
import type { ClosedPage } from '../pages/closed-page.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import type { Settings } from '../settings.ts';

/**
 * Everything that the server's part of a tool or feature can be handed. Each half takes those it names in its own parameter
 * and sees no other; what is not here, it cannot do: it opens no connection, file or clock by itself.
 */
export type ServerPorts = {
  readonly settings: Settings;
  /** The way to foreign hosts. */
  readonly egress: Egress;
  /** Countries of addresses, from data that came along. */
  readonly countryOf: CountryOf;
  /** The same way, with a reader at its end: what foreign hosts sent is read elsewhere, and what was made of it comes back. */
  readonly reads: ForeignReads;
  /** Runs a tool's probe in a process of its own. */
  readonly runTool: RunTool;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  /** The schedule of the machine's backups, and what came of them; `undefined` in front of a hosted project. */
  readonly backups: Backups | undefined;
  /** Looks at everything that `npm run doctor` looks at; `undefined` in front of a hosted project. */
  readonly examine: () => Promise<readonly Finding[]>;
  /** The server's mails; `undefined` in front of a hosted project. */
  readonly outbox: Outbox | undefined;
  /** What the server itself reads and writes in the database. */
  readonly rows: ServerRows;
  /** Where guesses of secrets are counted. */
  readonly guesses: Guesses;
  /** Opens a limit of so many attempts in a stretch of time, for all servers on one database. */
  readonly sharedWindow: OpenSharedWindow;
  readonly keys: () => KeyRing;
  readonly content: Pick<Content, 'profile' | 'privateContact'>;
  /** The address that visitors use, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The site's page that says why a link opens nothing. */
  readonly closedPage: ClosedPage;
  /** The installation's owner, where the setup makes one. */
  readonly owners: Owners;
  readonly signInFailed: AuthEvents['signInFailed'];
  /** Calls another function of this server in the name of a caller who was let in; 404 where there is none of the name. */
  readonly callFunction: (name: string, ...given: Parameters<PlatformFunction['handle']>) => Promise<Response>;
};

/** What a half adds to the server. */
export type OpenHalf = {
  /** Called at `/functions/v1/{name}`. Names are unique over all halves. */
  readonly functions: Readonly<Record<string, PlatformFunction>>;
  /** Asked for addresses outside of the functions, before any file or page. */
  readonly answers?: readonly Answer[];
  /** Asked before everything else, without a framework's objects: for what is called often and answers in little. */
  readonly directAnswers?: readonly DirectAnswer[];
  /** Finishes what must not be lost when the server stops. */
  readonly close?: () => Promise<void>;
};

/** The server's part of a tool or feature: puts it together from the ports it names. */
export type ServerHalf = (ports: ServerPorts) => OpenHalf;
