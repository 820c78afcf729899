import { type ApiCollection, type ApiRequest, type Folder, type Item, newId, requestsOf, type Workspace } from './model.ts';

/** A request with where it stands. */
export type Placed = { readonly request: ApiRequest; readonly above: readonly Folder[]; readonly collection: ApiCollection };

/** Finds a request by its id. */
export function findRequest({ collections }: Workspace, id: string): Placed | undefined {
  for (const collection of collections)
    for (const [request, above] of requestsOf(collection.items)) if (request.id === id) return { request, above, collection };
  return undefined;
}

/** Puts a changed request in the place of the one with its id. */
export function changeRequest(workspace: Workspace, changed: ApiRequest): Workspace {
  const change = (items: readonly Item[]): Item[] =>
    items.map((item) => (item.kind === 'folder' ? { ...item, items: change(item.items) } : item.id === changed.id ? changed : item));
  return mapCollections(workspace, (collection) => ({ ...collection, items: change(collection.items) }));
}

/** Removes a request or a folder. */
export function removeItem(workspace: Workspace, id: string): Workspace {
  const remove = (items: readonly Item[]): Item[] =>
    items.filter((item) => item.id !== id).map((item) => (item.kind === 'folder' ? { ...item, items: remove(item.items) } : item));
  return mapCollections(workspace, (collection) => ({ ...collection, items: remove(collection.items) }));
}

/** Adds a request at the end of a collection. */
export function addRequest(workspace: Workspace, collectionId: string, request: ApiRequest): Workspace {
  return mapCollections(workspace, (collection) =>
    collection.id === collectionId ? { ...collection, items: [...collection.items, request] } : collection,
  );
}

/** Puts a changed collection in the place of the one with its id. */
export function changeCollection(workspace: Workspace, changed: ApiCollection): Workspace {
  return mapCollections(workspace, (collection) => (collection.id === changed.id ? changed : collection));
}

/** Adds imported collections. What has an id that is taken gets another. */
export function addCollections(workspace: Workspace, added: readonly ApiCollection[]): Workspace {
  const taken = new Set(workspace.collections.flatMap(({ id, items }) => [id, ...idsOf(items)]));
  const free = (id: string) => {
    const own = taken.has(id) ? newId() : id;
    taken.add(own);
    return own;
  };
  const renew = (items: readonly Item[]): Item[] =>
    items.map((item) =>
      item.kind === 'folder' ? { ...item, id: free(item.id), items: renew(item.items) } : { ...item, id: free(item.id) },
    );
  const made = added.map((collection) => ({ ...collection, id: free(collection.id), items: renew(collection.items) }));
  return { ...workspace, collections: [...workspace.collections, ...made] };
}

function idsOf(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) => (item.kind === 'folder' ? [item.id, ...idsOf(item.items)] : [item.id]));
}

function mapCollections(workspace: Workspace, change: (collection: ApiCollection) => ApiCollection): Workspace {
  return { ...workspace, collections: workspace.collections.map(change) };
}
