import { type AskAnswer, answerQuestion } from './answer-question.ts';
import type { AskContent } from './ask-content.ts';

/** Where the server gives the content that questions are answered from. */
export const askAddress = '/ask.json';

const timeoutMs = 8_000;

let known: AskContent | undefined;

/** Answers a question from the site's content, which is fetched once while the page lives. Rejects where it cannot be had. */
export async function askSite(text: string, today: string): Promise<AskAnswer | undefined> {
  known ??= await fetchContent();
  return answerQuestion(text, known, today);
}

async function fetchContent(): Promise<AskContent> {
  const response = await fetch(askAddress, { signal: AbortSignal.timeout(timeoutMs) });
  const content: unknown = response.ok ? await response.json() : undefined;
  if (!isContent(content)) throw new Error('the content cannot be had');
  return content;
}

/** It comes from the server that the page came from; a proxy's error page is none. */
function isContent(content: unknown): content is AskContent {
  return typeof content === 'object' && content !== null && 'work' in content && 'tools' in content && Array.isArray(content.tools);
}
