const headers = { 'cache-control': 'no-store' };

/** JSON that nobody may keep. */
export function answerJson(value: unknown): Response {
  return Response.json(value, { headers });
}

/** A refusal in the form of all functions. `more` is what the code needs said besides. */
export function refuse(status: number, code: string, message: string, more: Readonly<Record<string, unknown>> = {}): Response {
  return Response.json({ code, message, ...more }, { status, headers });
}

/** 405, naming what is answered. */
export function refuseMethod(allow: string): Response {
  return Response.json({ code: 'method_not_allowed', message: `Use ${allow}.` }, { status: 405, headers: { ...headers, allow } });
}

/** 429, naming when to come back. */
export function refuseToWait(message: string, waitSeconds: number): Response {
  const answer = { code: 'over_request_rate_limit', message };
  return Response.json(answer, { status: 429, headers: { ...headers, 'retry-after': String(waitSeconds) } });
}
