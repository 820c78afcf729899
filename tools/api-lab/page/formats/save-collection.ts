import { saveFile } from '../../../../web/app/lib/save-file.ts';
import type { ApiCollection } from '../model.ts';

/** A collection as Postman reads it. */
export async function collectionFile(collection: ApiCollection): Promise<{ readonly name: string; readonly content: Blob }> {
  const { writePostman } = await import('./write-postman.ts');
  const name = collection.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60) || 'collection';
  return { name: `${name}.postman_collection.json`, content: new Blob([writePostman(collection)], { type: 'application/json' }) };
}

/** Saves a collection that a visitor's browser keeps in clear. The owner's are sealed, and leave by their own dialog. */
export async function saveCollection(collection: ApiCollection): Promise<void> {
  saveFile(await collectionFile(collection));
}
