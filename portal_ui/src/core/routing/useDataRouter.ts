import { useContext } from 'react';
// biome-ignore lint/style/noRestrictedImports: react-router has no public name for it
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * The router itself, with the present address and a `navigate` that keeps `flushSync`: below the descendant <Routes>
 * of react-admin, useLocation is a rendering late and useNavigate leaves flushSync out. The context is the one private
 * name of a package that the interface uses; undefined outside of a RouterProvider.
 */
export const useDataRouter = () => useContext(DataRouterContext)?.router;
