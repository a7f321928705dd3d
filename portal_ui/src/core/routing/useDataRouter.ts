import { useContext } from 'react';
// biome-ignore lint/style/noRestrictedImports: react-router has no public export of it
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * Return the router, for the current location and a `navigate` with `flushSync`. Below react-admin's descendant
 * <Routes>, useLocation is one render late and useNavigate drops flushSync. The context is the only private API in use;
 * undefined outside of a RouterProvider.
 */
export const useDataRouter = () => useContext(DataRouterContext)?.router;
