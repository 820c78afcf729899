import pg from 'pg';
import type { ConnectionRole } from './connection-role.ts';

/**
 * One login that takes every role of the platform: how a cluster is used that somebody else runs. Embedded, each role signs in
 * by itself instead.
 */
export type SharedLogin = {
  readonly user: string;
  /** TLS as the driver wants it; `undefined`: none, as on a socket of this machine. */
  readonly tls: pg.ClientConfig['ssl'] | undefined;
  /**
   * Whether a pooler may give each transaction another connection: nothing of a session is kept then, no statement is named,
   * and nothing is sent before the role is known to be taken.
   */
  readonly isPooled: boolean;
  /** The roles it takes. One that is not here cannot be used. */
  readonly roles: ReadonlyMap<ConnectionRole, TakenRole>;
};

/** A role as it is in this cluster: the product's owner is not called `postgres` where that is somebody else. */
export type TakenRole = {
  readonly name: string;
  /** What each transaction begins with: statements that take the role and its settings until the transaction ends. */
  readonly prologue: string;
};

type Statement = string | pg.QueryConfig;
type Answer = pg.QueryResult;
type Callback = (error: Error | undefined, answer?: Answer) => void;
type Send = (statement: Statement, values?: unknown[]) => Promise<Answer>;

const beginnings: Readonly<Record<string, string>> = {
  begin: 'begin isolation level read committed',
  'begin read only': 'begin isolation level read committed read only',
};

/**
 * A client class whose every statement runs inside a transaction that has taken `prologue`'s role: `begin` takes it too, and a
 * statement outside a transaction gets one of its own. No statement runs as the login: where the role cannot be taken the
 * transaction is aborted, and PostgreSQL refuses whatever follows in it.
 */
export function roleClient(prologue: string, isPooled: boolean): typeof pg.Client {
  return class RoleClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      enforceRole(this, prologue, isPooled);
    }
  };
}

function enforceRole(client: pg.Client, prologue: string, isPooled: boolean): void {
  const plain: Send = client.query.bind(client);
  const send: Send = isPooled ? (statement, values) => plain(withoutName(statement), values) : plain;
  let isOpen = false;
  const alone = isPooled ? oneAfterTheOther(send, prologue) : allAtOnce(send, prologue);
  const run: Send = (statement, values) => {
    const beginning = typeof statement === 'string' ? beginnings[statement] : undefined;
    if (beginning !== undefined) {
      isOpen = true;
      return send(`${beginning}; ${prologue}`).catch((error: unknown) => {
        // Pipelined statements that were sent behind it are refused with it; a later one gets a transaction of its own.
        if (client.getTransactionStatus() === 'I') isOpen = false;
        throw error;
      });
    }
    if (statement === 'commit' || statement === 'rollback') {
      isOpen = false;
      return send(statement);
    }
    return isOpen ? send(statement, values) : alone(statement, values);
  };
  // Through a pooler nothing is sent before the one before it is answered: what fails to begin is followed by nothing.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Send = (statement, values) => {
    const answered = last.then(() => run(statement, values));
    last = answered.catch(() => undefined);
    return answered;
  };
  const query = isPooled ? inTurn : run;
  client.query = asDriverMethod(query) as typeof client.query;
}

/** The driver's own pool hands in a callback; everything else awaits. */
function asDriverMethod(query: Send) {
  return (statement: Statement, values?: unknown[] | Callback, callback?: Callback): Promise<Answer> | undefined => {
    const parameters = typeof values === 'function' ? undefined : values;
    const done = typeof values === 'function' ? values : callback;
    const answered = query(statement, parameters);
    if (done === undefined) return answered;
    answered.then(
      (answer) => done(undefined, answer),
      (error: Error) => done(error),
    );
    return undefined;
  };
}

/** One round trip: the three go out together, and where the first fails PostgreSQL refuses the second. */
function allAtOnce(send: Send, prologue: string): Send {
  return async (statement, values) => {
    const sent = [send(`${beginnings['begin']}; ${prologue}`), send(statement, values), send('commit')] as const;
    const [begun, answered, ended] = await Promise.allSettled(sent);
    for (const part of [begun, answered, ended]) if (part.status === 'rejected') throw part.reason;
    return sent[1];
  };
}

function oneAfterTheOther(send: Send, prologue: string): Send {
  return async (statement, values) => {
    try {
      await send(`${beginnings['begin']}; ${prologue}`);
      const answer = await send(statement, values);
      await send('commit');
      return answer;
    } catch (error) {
      await send('rollback').catch(() => undefined);
      throw error;
    }
  };
}

/** A named statement lives in one connection of the database, and the next transaction may get another. */
function withoutName(statement: Statement): Statement {
  return typeof statement === 'string' || statement.name === undefined ? statement : { ...statement, name: undefined };
}
