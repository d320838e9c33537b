//! File systems: which of them can be relied on to tell by a folder's times that its entries are others than before.

use std::path::Path;

/// File systems of Linux, by the numbers that `statfs(2)` lists, that write a folder's times whenever an entry comes, goes or is renamed.
/// Those of networks and of other systems' disks are not among them: some keep such times for a while, some never write them.
#[cfg(target_os = "linux")]
const FAITHFUL: [u64; 8] = [
    0x0000_ef53, // ext2, ext3, ext4
    0x0102_1994, // tmpfs
    0x2fc1_2fc1, // zfs
    0x5846_5342, // xfs
    0x794c_7630, // overlayfs
    0x9123_683e, // btrfs
    0xca45_1a4e, // bcachefs
    0xf2f5_2010, // f2fs
];

/// Whether the file system that a folder lies in is known to write the folder's times with every change of its entries.
#[cfg(target_os = "linux")]
pub fn tells_changes_of_folders(folder: &Path) -> bool {
    rustix::fs::statfs(folder).is_ok_and(|system| u64::try_from(system.f_type).is_ok_and(|kind| FAITHFUL.contains(&kind)))
}

/// Nothing is known of those of other systems.
#[cfg(not(target_os = "linux"))]
pub fn tells_changes_of_folders(_folder: &Path) -> bool {
    false
}
