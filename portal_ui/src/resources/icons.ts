import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import type { Icons } from '../kernel/shell/navigation';

/** The icons of declared lists in the navigation. */
export const icons: Icons = {
  contacts: PeopleIcon,
  parts: ExtensionIcon,
  'part-categories': CategoryIcon,
  'predefined-services': HandymanIcon,
};
