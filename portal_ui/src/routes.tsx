import type { SvgIconComponent } from '@mui/icons-material';
import AddIcon from '@mui/icons-material/Add';
import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import NotificationsIcon from '@mui/icons-material/Notifications';
import ScheduleIcon from '@mui/icons-material/Schedule';
import SupportAgentIcon from '@mui/icons-material/SupportAgentOutlined';
import type { ComponentType } from 'react';
import type { Role } from './server/types';

export type PortalRoute = {
  path: string;
  /** Who may open it; none: everybody, signed in or not. */
  roles: readonly Role[];
  /** A page of its own, or else the declared list of this name. */
  load?: () => Promise<{ default: ComponentType }>;
  list?: string;
  /** What a list offers to do next, to those who may. */
  next?: { path: string; label: string };
  /** Where roles that may not open it go, if not home. */
  instead?: Partial<Record<Role, string>>;
  /** Without navigation. */
  bare?: boolean;
  /** Its place in the navigation: "lists", "new", "reports", "users", "settings". A list's label is its declared title. */
  nav?: { group: string; icon: SvgIconComponent; label?: string };
};

const all: readonly Role[] = ['CLIENT', 'SERVICE', 'SUPERVISOR', 'ADMIN', 'SUSTAINABILITY_MANAGER'];

/**
 * Every address of the portal, who may open it and what it shows. What is not here is looked up among the lists and
 * forms that the server declares (DeclaredPage); any other address leads home.
 */
export const routes: readonly PortalRoute[] = [
  { path: 'login', roles: [], bare: true, load: () => import('./pages/Login') },
  { path: 'sts-description', roles: [], bare: true, load: () => import('./pages/Description') },
  { path: 'sts-disclaimer', roles: [], bare: true, load: () => import('./pages/Disclaimer') },
  {
    path: 'action-required',
    roles: ['SUPERVISOR', 'SERVICE', 'CLIENT'],
    list: 'action-required',
    nav: { group: 'lists', icon: NotificationsIcon },
  },
  {
    path: 'active-repairs',
    roles: all,
    list: 'active-repairs',
    next: { path: 'new-repair', label: 'lists.newRepair' },
    nav: { group: 'lists', icon: ScheduleIcon },
  },
  { path: 'closed-repairs', roles: all, list: 'closed-repairs', nav: { group: 'lists', icon: CheckCircleIcon } },
  {
    path: 'new-repair',
    roles: ['CLIENT'],
    load: () => import('./pages/newRepair/NewRepairPage'),
    nav: { group: 'new', icon: AddIcon, label: 'shell.newRepair' },
  },
  { path: 'process-repair/:id', roles: all, load: () => import('./processes/repair/RepairPage') },
  {
    path: 'part-request/list',
    roles: all,
    list: 'part-requests',
    next: { path: 'part-request/new', label: 'partRequest.list.new' },
    nav: { group: 'lists', icon: InventoryIcon },
  },
  {
    path: 'part-request/new',
    roles: ['CLIENT'],
    load: () => import('./pages/newPartRequest/NewPartRequestPage'),
    nav: { group: 'new', icon: AddIcon, label: 'shell.newPartRequest' },
  },
  { path: 'process-part-request/:id', roles: all, load: () => import('./processes/partRequest/PartRequestPage') },
  {
    path: 'remote-support/list',
    roles: all,
    list: 'remote-support',
    next: { path: 'remote-support/new', label: 'remoteSupport.new' },
    nav: { group: 'lists', icon: SupportAgentIcon },
  },
  {
    path: 'remote-support/new',
    roles: ['CLIENT'],
    instead: { SUPERVISOR: 'action-required', SERVICE: 'action-required' },
    load: () => import('./pages/newRemoteSupport/NewRemoteSupportPage'),
    nav: { group: 'new', icon: SupportAgentIcon, label: 'shell.newRemoteSupport' },
  },
  {
    path: 'remote-support/process/:id',
    roles: all,
    load: () => import('./processes/remoteSupport/RemoteSupportPage'),
  },
  { path: 'create/contact', roles: ['ADMIN'], load: () => import('./pages/users/CreateUserPage') },
  { path: 'edit/contact/:username', roles: ['ADMIN'], load: () => import('./pages/users/EditUserPage') },
  {
    path: 'mail-notification',
    roles: ['ADMIN'],
    load: () => import('./pages/mail/MailPage'),
    nav: { group: 'settings', icon: MailIcon, label: 'mail.title' },
  },
  {
    path: 'reports/general',
    roles: ['SUPERVISOR', 'ADMIN', 'SUSTAINABILITY_MANAGER'],
    load: () => import('./pages/report/GeneralReportPage'),
    list: 'general-report',
    nav: { group: 'reports', icon: AssessmentIcon },
  },
  { path: 'profile', roles: all, load: () => import('./pages/users/ProfilePage') },
  { path: 'download/attachment/:id', roles: all, load: () => import('./pages/DownloadAttachment') },
];

/** The route whose counters and badges belong to those who act in processes. */
export const inboxPath = 'action-required';

export function routeOf(path: string): PortalRoute | undefined {
  return routes.find((route) => route.path === path);
}
