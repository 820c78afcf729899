const kinds: Readonly<Record<string, string>> = {
  vault_activity: 'Vault',
  terminal_access: 'Terminal',
  failed_login: 'Sign-in',
  game_activity: 'Game',
  app_activity: 'App',
  security_notification: 'Notice',
  test_connection: 'Test',
  data_event: 'Data',
  security_event: 'Security',
};

/**
 * The word that screens show for an `activity_type`. Types of signing in (`failed_login`, `auth`, `auth_*`) are one kind. A type
 * that is not known is shown as it is, as words: `backup_made` is 'Backup made'.
 */
export function activityKind(type: string): string {
  const known = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (known !== undefined) return known;
  if (type === 'auth' || type.startsWith('auth_')) return 'Sign-in';
  const words = type.replaceAll('_', ' ').trim();
  return words === '' ? type : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every word that `activityKind` has for a known type. */
export const knownKinds: readonly string[] = [...new Set([...Object.values(kinds), 'Sign-in'])];
