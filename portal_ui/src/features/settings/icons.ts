import type { SvgIconComponent } from '@mui/icons-material';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ChecklistIcon from '@mui/icons-material/Checklist';
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import MiscellaneousServicesIcon from '@mui/icons-material/MiscellaneousServicesOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PriceCheckIcon from '@mui/icons-material/PriceCheckOutlined';
import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import TaskIcon from '@mui/icons-material/TaskAltOutlined';
import { getIcon } from '../../core/layout/icons';

/** Icons of the settings page by the server's icon name. */
const icons: Record<string, SvgIconComponent> = {
  business: BusinessIcon,
  category: CategoryIcon,
  checklist: ChecklistIcon,
  handyman: HandymanIcon,
  import: UploadIcon,
  key: ShieldIcon,
  mail: MailIcon,
  part: ExtensionIcon,
  people: PeopleIcon,
  price: PriceCheckIcon,
  serviceCategory: MiscellaneousServicesIcon,
  setup: TaskIcon,
};

/** Return the icon of a name on this page or in the navigation. */
export const getSettingsIcon = (name: string): SvgIconComponent => icons[name] ?? getIcon(name);
