import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import FeedbackIcon from '@mui/icons-material/FeedbackOutlined';
import HistoryIcon from '@mui/icons-material/History';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined';
import SensorsIcon from '@mui/icons-material/SensorsOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SupportAgentIcon from '@mui/icons-material/SupportAgentOutlined';

/** Icons of navigation entries and of empty lists by server name. The settings page has its own chunk of icons. */
const icons: Record<string, SvgIconComponent> = {
  add: AddIcon,
  archive: ArchiveIcon,
  assessment: AssessmentIcon,
  feedback: FeedbackIcon,
  history: HistoryIcon,
  inbox: InboxIcon,
  inventory: InventoryIcon,
  outbox: OutboxIcon,
  personAdd: PersonAddIcon,
  repair: BuildIcon,
  sensors: SensorsIcon,
  settings: SettingsIcon,
  support: SupportAgentIcon,
};

/** Return the icon of a name; a generic one if unknown. */
export function getIcon(name: string): SvgIconComponent {
  return icons[name] ?? ListIcon;
}
