//! Ruby as the tags engine reads it.

use super::LANGUAGE;
use crate::languages::tags::tests;

#[test]
fn definitions_stand_in_their_modules_and_classes() {
    let text = "module A\n  X = 1\n  class B < C::D\n    attr_reader :name\n    def initialize(a); end\n    def self.make; end\n    def go; end\n    alias old go\n  end\nend\ndef top; end\n";
    tests::symbols(
        &LANGUAGE,
        text,
        "
        trait A
        constant A.X
        class A.B
        property A.B.name
        constructor A.B.initialize
        method A.B.make
        method A.B.go
        method A.B.old
        function top
    ",
    );
}

#[test]
fn uses_keep_their_receivers() {
    let text = "require_relative 'foo/bar'\nclass B < Base\n  include Walk\n  def go(a)\n    x = Foo.new(a)\n    x.run(1) { |y| y.each }\n    helper\n    self.go x\n  rescue Oops => e\n    e.show\n  end\n  def helper; end\nend\n";
    tests::sites(
        &LANGUAGE,
        text,
        "
        import foo/bar = Import(./foo/bar:*)
        extends Base = Base
        call include = include
        extends Walk = Walk
        call Foo = Foo
            call run = Local(x).run
        call each = Local(y).each
        call helper = Symbol(B.helper)
        call go = Local(self).go
        type Oops = Oops
        call show = Local(e).show
    ",
    );
}
