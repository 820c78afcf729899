import { type StorageMedium, storageOf } from './stored-values.ts';

/** Every key in a medium with the length of its text in characters, ours or not; none where storage is out of reach. */
export function measureStorage(medium: StorageMedium): readonly { readonly key: string; readonly characters: number }[] {
  try {
    const storage = storageOf(medium);
    if (storage === undefined) return [];
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);
    return keys.sort().map((key) => ({ key, characters: storage.getItem(key)?.length ?? 0 }));
  } catch {
    return [];
  }
}
