import { useState } from 'react';
import { useNavigate } from 'react-router';
import { leaveSession } from '../../domains/session/leave-session.ts';

/** Ends the session and goes home; `leaving` is true from the press on. */
export function useLogout(): { readonly leaving: boolean; readonly logout: () => void } {
  const [leaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const logout = () => {
    setLeaving(true);
    void leaveSession().then(() => navigate('/'));
  };
  return { leaving, logout };
}
