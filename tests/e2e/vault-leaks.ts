import type { Page } from '@playwright/test';

/** Where a text was found that should have been nowhere. */
export type Leak = { readonly place: string; readonly text: string };

/** Listens to what a page says and sends, from now on. */
export type LeakWatch = {
  /** Looks for the texts in everything that was said or sent so far, and in everything the page holds now. */
  readonly find: (texts: readonly string[]) => Promise<readonly Leak[]>;
};

/** Begins to listen: console, addresses, headers and bodies of requests, frames that are sent by sockets. */
export function watchForLeaks(page: Page): LeakWatch {
  const heard: { readonly place: string; readonly content: string }[] = [];
  page.on('console', (message) => heard.push({ place: 'console', content: message.text() }));
  page.on('pageerror', (error) => heard.push({ place: 'error', content: `${error.message}\n${error.stack ?? ''}` }));
  page.on('request', (request) => {
    heard.push({ place: 'address', content: decodeURIComponent(request.url()) });
    heard.push({ place: 'headers', content: JSON.stringify(request.headers()) });
    heard.push({ place: 'request', content: request.postData() ?? '' });
  });
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => heard.push({ place: 'socket', content: String(payload) })));
  return {
    find: async (texts) => {
      const held = Object.entries(await page.evaluate(readEverythingKept));
      const all = [...heard, ...held.map(([place, content]) => ({ place, content }))];
      const spelled = texts.flatMap((text) => spellings(text).map((spelling) => ({ text, spelling })));
      return all.flatMap(({ place, content }) =>
        spelled.filter(({ spelling }) => content.includes(spelling)).map(({ text }) => ({ place, text })),
      );
    },
  };
}

/** A text as it is, and as base64 of both alphabets and hexadecimal digits spell it. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  // Base64 of the middle of something spells the text in one of three ways; the digits at both ends depend on its neighbours.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((8 * shift) / 6), Math.floor((8 * (shift + bytes.length)) / 6)),
  );
  const forAddresses = shifted.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_'));
  return [text, bytes.toString('hex'), ...new Set([...shifted, ...forAddresses])];
}

/** Everything that a page keeps and shows, as text. Runs in the page. */
async function readEverythingKept(): Promise<Record<string, string>> {
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? String(field.value) : ''));
  const stores: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    for (const store of database.objectStoreNames) {
      const values = await new Promise<unknown>((resolve, reject) => {
        const asked = database.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
      stores.push(JSON.stringify(values));
    }
    database.close();
  }
  const caches = 'caches' in window ? await window.caches.keys() : [];
  return {
    document: document.documentElement.outerHTML,
    fields: fields.join('\n'),
    title: `${document.title} ${location.href} ${JSON.stringify(history.state)}`,
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    cookies: document.cookie,
    indexedDB: stores.join('\n'),
    caches: caches.join('\n'),
  };
}
