/**
 * Every name in the browser's storage whose value ends with the session, and where it lies. They are listed here and not by the modules
 * that declare them: at a sign-out most of those were never loaded.
 */
export const sessionKeys = {
  activity_recent_writes: 'session',
  activity_session_id: 'session',
  auth_login_logged_once: 'session',
  auth_terminal_completed: 'session',
  chosen_engagement: 'session',
  desktop_layout: 'local',
  desktop_order: 'session',
  music_tokens: 'local',
  recent_commands: 'local',
  vault_last_used: 'local',
} as const;
