import type { SvgIconComponent } from '@mui/icons-material';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ChecklistIcon from '@mui/icons-material/Checklist';
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import FeedbackIcon from '@mui/icons-material/FeedbackOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import HistoryIcon from '@mui/icons-material/History';
import MailIcon from '@mui/icons-material/MailOutlined';
import MiscellaneousServicesIcon from '@mui/icons-material/MiscellaneousServicesOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
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
  feedback: FeedbackIcon,
  handyman: HandymanIcon,
  history: HistoryIcon,
  import: UploadIcon,
  key: ShieldIcon,
  mail: MailIcon,
  outbox: OutboxIcon,
  part: ExtensionIcon,
  people: PeopleIcon,
  price: PriceCheckIcon,
  serviceCategory: MiscellaneousServicesIcon,
  setup: TaskIcon,
};

/** Return the icon of a name on this page or in the navigation. */
export const getSettingsIcon = (name: string): SvgIconComponent => icons[name] ?? getIcon(name);
