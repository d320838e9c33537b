//! HCL as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_what_holds_them() {
    let text = r#"variable "region" {}
resource "aws_s3_bucket" "logs" { bucket = var.region }
locals { x = 1 }
module "net" { source = "./net" }
"#;
    tests::symbols(
        &LANGUAGE,
        text,
        "
        variable region
        struct logs
        variable x
        struct net
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = r#"resource "aws_s3_bucket" "logs" { bucket = var.region }
locals { x = aws_s3_bucket.logs.id }
output "y" { value = data.aws_ami.ubuntu.id }
"#;
    tests::sites(
        &LANGUAGE,
        text,
        "
        read region = region
        read logs = Symbol(logs)
        read ubuntu = ubuntu
    ",
    );
}
