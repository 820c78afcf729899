/** What a test looks at of a response whose body is JSON or empty. */
export async function answerOf(response: Response): Promise<{ status: number; body: unknown; range: string | null }> {
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, body, range: response.headers.get('content-range') };
}
