import { createContext, useContext } from 'react';
import type { UserProfile } from './profile';

export type UserOnPage = {
  profile: UserProfile;
  /** The viewer's own account. */
  own: boolean;
  /** Whether the viewer edits any user, with organisations and lists. */
  administers: boolean;
  /** Reads the user again, who may have another username now; tells where there is none any more, or no answer. */
  reload: (username: string) => Promise<UserProfile | 'gone' | 'unknown'>;
  /** Goes to where the user is found by the new username. */
  renamed: (username: string) => void;
};

const Context = createContext<UserOnPage | null>(null);
export const UserProvider = Context.Provider;

/** The user whose cards are on the page. */
export function useUser(): UserOnPage {
  const user = useContext(Context);
  if (!user) throw new Error('useUser is for the cards of a user');
  return user;
}
