import { Agent, request } from 'node:http';

/** How many requests a second were answered with a success, and how many were not. */
export type Rate = { readonly perSecond: number; readonly failures: number };

type Load = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Requests under way at once. */
  readonly connections?: number;
  readonly seconds?: number;
};

/** Asks one address again and again over kept-alive connections. A second of warm-up is not counted. */
export async function measureRate(url: string, { method = 'GET', headers = {}, body, connections = 16, seconds = 5 }: Load): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const beginMs = performance.now() + 1000;
  const endMs = beginMs + seconds * 1000;
  let answered = 0;
  let failures = 0;
  const worker = async () => {
    while (performance.now() < endMs) {
      const isGood = await ask(agent, url, method, headers, body);
      if (performance.now() < beginMs) continue;
      if (isGood) answered += 1;
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return { perSecond: answered / seconds, failures };
}

function ask(
  agent: Agent,
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve((response.statusCode ?? 500) < 400));
    });
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}
