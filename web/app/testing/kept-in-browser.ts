/** Everything that this browser's storage and databases hold, and what the page shows and its fields have, as text. */
export async function keptInBrowser(): Promise<string> {
  const databases = await indexedDB.databases();
  const stores = await Promise.all(databases.map(({ name = '' }) => readDatabase(name)));
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => ('value' in field ? String(field.value) : ''));
  const shown = `${document.documentElement.outerHTML} ${document.title} ${location.href} ${JSON.stringify(history.state)}`;
  return [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), ...stores.flat(), ...fields, shown].join('\n');
}

async function readDatabase(name: string): Promise<readonly string[]> {
  const database = await answered(indexedDB.open(name));
  const stores = [...database.objectStoreNames];
  const values = await Promise.all(stores.map((store) => answered(database.transaction(store).objectStore(store).getAll())));
  database.close();
  return values.map((one) => JSON.stringify(one));
}

function answered<Value>(asked: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}
