import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { bringClientParts } from './client.ts';

// For pages that ask the backend before they show anything: what asks comes with their own files, and not after them.
bringClientParts({ GoTrueClient, PostgrestClient });
