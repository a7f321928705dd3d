import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ChecklistIcon from '@mui/icons-material/Checklist';
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import FeedbackIcon from '@mui/icons-material/FeedbackOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import HandymanIcon from '@mui/icons-material/HandymanOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import SensorsIcon from '@mui/icons-material/SensorsOutlined';
import SupportAgentIcon from '@mui/icons-material/SupportAgentOutlined';

/** The icons that the server names for its lists and pages. */
const icons: Record<string, SvgIconComponent> = {
  add: AddIcon,
  assessment: AssessmentIcon,
  business: BusinessIcon,
  category: CategoryIcon,
  checklist: ChecklistIcon,
  done: CheckCircleIcon,
  feedback: FeedbackIcon,
  handyman: HandymanIcon,
  import: UploadIcon,
  inventory: InventoryIcon,
  key: KeyIcon,
  mail: MailIcon,
  notifications: NotificationsIcon,
  outbox: OutboxIcon,
  part: ExtensionIcon,
  people: PeopleIcon,
  schedule: ScheduleIcon,
  sensors: SensorsIcon,
  support: SupportAgentIcon,
};

/** The icon of a name; a neutral one where there is none. */
export function getIcon(name: string): SvgIconComponent {
  return icons[name] ?? ListIcon;
}
