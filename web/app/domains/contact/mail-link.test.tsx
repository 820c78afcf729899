import { expect, test } from 'vitest';
import { sentMarkup } from '../../testing/made-owner.tsx';
import { MailLink } from './mail-link.tsx';

test('an address as it is sent is text in parts, with neither the whole address nor a link that a program would find', () => {
  const markup = sentMarkup(<MailLink mailbox="ada" mailHost="varga.example" />);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe('ada@varga.example');
  expect(markup).not.toMatch(/ada@varga|mailto:|href/);
});
