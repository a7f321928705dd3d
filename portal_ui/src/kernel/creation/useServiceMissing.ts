import { useOwnProfile } from './useOwnProfile';

/** Whether the caller's organisation has no service yet: what it would send has nobody to go to. */
export function useServiceMissing(): boolean {
  return useOwnProfile().data?.serviceForClient === null;
}
