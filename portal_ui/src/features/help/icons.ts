import type { SvgIconComponent } from '@mui/icons-material';
import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import OrganizationIcon from '@mui/icons-material/ApartmentOutlined';
import AttachIcon from '@mui/icons-material/AttachFile';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ChecklistIcon from '@mui/icons-material/Checklist';
import EventIcon from '@mui/icons-material/EventOutlined';
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import FeedbackIcon from '@mui/icons-material/FeedbackOutlined';
import SpectrumIcon from '@mui/icons-material/GraphicEq';
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import HistoryIcon from '@mui/icons-material/History';
import WaitingIcon from '@mui/icons-material/InboxOutlined';
import ReportIcon from '@mui/icons-material/InsertChartOutlined';
import PartsIcon from '@mui/icons-material/Inventory2Outlined';
import ListIcon from '@mui/icons-material/ListAltOutlined';
import TransportIcon from '@mui/icons-material/LocalShippingOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import InboxIcon from '@mui/icons-material/MoveToInboxOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import SearchIcon from '@mui/icons-material/Search';
import SensorsIcon from '@mui/icons-material/Sensors';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import SupportIcon from '@mui/icons-material/SupportAgentOutlined';
import GavelIcon from '@mui/icons-material/TaskAltOutlined';
import TuneIcon from '@mui/icons-material/Tune';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';

/** Icons of the help pages by name. */
const icons: Readonly<Record<string, SvgIconComponent>> = {
  start: SearchIcon,
  waiting: WaitingIcon,
  request: ListIcon,
  history: HistoryIcon,
  follow: ListIcon,
  course: EventIcon,
  instruments: SensorsIcon,
  profile: AccountIcon,
  factor: ShieldIcon,
  attachment: AttachIcon,
  spectra: SpectrumIcon,
  'sign-in': KeyIcon,
  'new-repair': BuildIcon,
  'approve-units': GavelIcon,
  'repair-shipping': PlaceIcon,
  pack: PrintIcon,
  'hand-over': TransportIcon,
  courier: TransportIcon,
  arrivals: InboxIcon,
  diagnose: FactCheckIcon,
  'approve-repairs': GavelIcon,
  'repair-units': BuildIcon,
  'send-back': TransportIcon,
  delivery: CheckCircleIcon,
  'new-part-request': PartsIcon,
  'approve-parts': GavelIcon,
  'parts-shipping': PlaceIcon,
  'parts-transport': TransportIcon,
  'parts-delivery': CheckCircleIcon,
  'new-support': SupportIcon,
  'support-for-client': SupportIcon,
  'check-list': ChecklistIcon,
  'approve-support': GavelIcon,
  sessions: EventIcon,
  report: ReportIcon,
  'account-requests': PersonAddIcon,
  users: PeopleIcon,
  feedback: FeedbackIcon,
  'mail-settings': MailIcon,
  catalogue: CategoryIcon,
  setup: SettingsIcon,
  organizations: OrganizationIcon,
  choices: TuneIcon,
  imports: ImportIcon,
  audit: HistoryIcon,
  'factor-roles': ShieldIcon,
  manage: TuneIcon,
};

export const getHelpIcon = (name: string): SvgIconComponent => icons[name] ?? HelpIcon;
