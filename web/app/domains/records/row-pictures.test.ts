import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { openIndexedDbStore } from './indexed-db-store.ts';
import { rowPictures } from './row-pictures.ts';
import 'fake-indexeddb/auto';

const picture = 'data:image/png;base64,iVBORw0KGgo=';

test('a picture outlives the page, goes with its row or once the server has none, and is forgotten with the rows', async () => {
  const factory = new IDBFactory();
  const store = await openIndexedDbStore(factory);
  await store.claim('owner');
  const open = () => rowPictures('media_items', factory, () => 'owner');
  await open().keep(
    new Map([
      ['a', picture],
      ['b', picture],
      ['c', picture],
    ]),
  );
  expect(await open().read(['a', 'b', 'c', 'd'])).toEqual(
    new Map([
      ['a', picture],
      ['b', picture],
      ['c', picture],
    ]),
  );
  expect(await rowPictures('tasks', factory, () => 'owner').read(['a'])).toEqual(new Map());
  await open().keep(new Map([['a', undefined]]));
  await store.drop('media_items', ['b']);
  expect([...(await open().read(['a', 'b', 'c'])).keys()]).toEqual(['c']);
  await store.forget('rows');
  expect(await open().read(['c'])).toEqual(new Map());
});

test('what is answered after a sign-out, or for another owner, is not kept, nor is what is no picture', async () => {
  const factory = new IDBFactory();
  const store = await openIndexedDbStore(factory);
  const pictures = rowPictures('media_items', factory, () => 'owner');
  await pictures.keep(new Map([['a', picture]]));
  await store.claim('another');
  await pictures.keep(new Map([['a', picture]]));
  expect(await pictures.read(['a'])).toEqual(new Map());
  await store.claim('owner');
  await pictures.keep(new Map([['a', 'https://elsewhere.example/cover.png']]));
  await pictures.keep(new Map([['b', `data:image/png;base64,${'A'.repeat(400_000)}`]]));
  expect(await pictures.read(['a', 'b'])).toEqual(new Map());
});

test('where the browser refuses its database nothing is kept and nothing fails', async () => {
  const refusing = {
    open: () => {
      throw new Error('refused');
    },
  } as unknown as IDBFactory;
  const pictures = rowPictures('media_items', refusing, () => 'owner');
  await pictures.keep(new Map([['a', picture]]));
  expect(await pictures.read(['a'])).toEqual(new Map());
});
